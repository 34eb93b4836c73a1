// SPDX-License-Identifier: MIT
import { optionsOf, report } from './report.ts';

const show = (id: string, text: string) => {
  (document.getElementById(id) as HTMLOutputElement).value = text;
};

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => show('worker', data);
worker.postMessage(location.search);
show('page', await report(optionsOf(location.search)));
