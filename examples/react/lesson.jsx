import 'attention-lab';
import { useEffect, useRef } from 'react';

/** A lesson. From React 19 on the tag alone does: <attention-lab lesson="scaling" onready={…} />. */
export function Lesson({ lesson, state, onState }) {
  const lab = useRef(null);
  useEffect(() => {
    const element = lab.current;
    const tell = (event) => onState?.(event.detail.state);
    element.addEventListener('state-change', tell);
    return () => element.removeEventListener('state-change', tell);
  }, [onState]);
  return <attention-lab ref={lab} lesson={lesson} state={state} />;
}
