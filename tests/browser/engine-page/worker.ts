// SPDX-License-Identifier: MIT
import { optionsOf, report } from './report.ts';

self.onmessage = async ({ data }: MessageEvent<string>) => {
  self.postMessage(await report(optionsOf(data)));
};
