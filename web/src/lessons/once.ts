// SPDX-License-Identifier: MIT
// Computations that run once, or once for each engine or model, and whose results are cached.

/** Wraps a computation so that it runs at the first call only; later calls return the same result. */
export function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

/** Wraps a computation so that it runs once for each `owner`, such as an engine or a model. */
export function oncePer<Owner extends object, Rest extends unknown[], Result>(
  make: (owner: Owner, ...rest: Rest) => Result,
): (owner: Owner, ...rest: Rest) => Result {
  const known = new WeakMap<Owner, { readonly result: Result }>();
  return (owner, ...rest) => {
    const made = known.get(owner) ?? { result: make(owner, ...rest) };
    known.set(owner, made);
    return made.result;
  };
}

/** Like `oncePer`, but caches one result per owner and key, and only for the `most` last used keys of each owner. */
export function lastPer<Owner extends object, Rest extends unknown[], Result>(
  most: number,
  keyOf: (...rest: Rest) => string,
  make: (owner: Owner, ...rest: Rest) => Result,
): (owner: Owner, ...rest: Rest) => Result {
  const listOf = oncePer((_: Owner) => new Map<string, { readonly result: Result }>());
  return (owner, ...rest) => {
    const [known, key] = [listOf(owner), keyOf(...rest)];
    const made = known.get(key) ?? { result: make(owner, ...rest) };
    known.delete(key);
    known.set(key, made);
    for (const old of known.keys()) if (known.size > most) known.delete(old);
    return made.result;
  };
}

/** Uses a job, trainer or model of the engine, and then releases it. */
export function released<Job extends { release(): void }, Result>(
  job: Job,
  use: (job: Job) => Result,
): Result {
  let result: Result | undefined;
  try {
    result = use(job);
    return result instanceof Promise ? (result.finally(() => job.release()) as Result) : result;
  } finally {
    if (!(result instanceof Promise)) job.release();
  }
}
