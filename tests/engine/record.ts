// SPDX-License-Identifier: MIT
// Files with recorded results of tests. A test compares its results with the file. With `WRITE_RECORDS=1`, it
// overwrites the file, and `npm run format` then formats it.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll } from 'vitest';

export const isRecording = Boolean(process.env.WRITE_RECORDS);

/** @returns a function that takes a name and a result, and returns the recorded result; undefined if there is none */
export function recordIn<Value>(path: string): (name: string, value: Value) => Value | undefined {
  const file = new URL(path, import.meta.url);
  const recorded: Record<string, Value> = JSON.parse(readFileSync(file, 'utf8'));
  const found: Record<string, Value> = {};
  afterAll(() => {
    if (isRecording) writeFileSync(file, `${JSON.stringify(found, undefined, 2)}\n`);
  });
  return (name, value) => {
    found[name] = value;
    return (isRecording ? found : recorded)[name];
  };
}
