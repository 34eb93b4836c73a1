// SPDX-License-Identifier: MIT
// Records of what tests find. A test compares it with the last record; with `WRITE_RECORDS=1`, it writes the record anew,
// and `npm run format` its layout.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll } from 'vitest';

export const isRecording = Boolean(process.env.WRITE_RECORDS);

/** @returns a function that takes what is found by a name, and returns what is recorded by it */
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
