// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { csvText } from '../../web/src/components/csv.ts';
import { fileName } from '../../web/src/components/save-file.ts';

describe('a table as CSV', () => {
  it('keeps every digit, and leaves missing values empty', () => {
    const numbers = [45.49999993094752, 0.1 + 0.2, -1.2554996e-8, 5e-324, 1e21, undefined];
    const [, line = ''] = csvText(['x'], [numbers]).split('\r\n');
    const fields = line.split(',');
    expect(fields.slice(0, -1).map(Number)).toEqual(numbers.slice(0, -1));
    expect(fields.at(-1)).toBe('');
  });

  it('quotes as in RFC 4180, ends lines with CRLF and begins with the byte order mark', () => {
    expect(
      csvText(['waist (cm)', 'a,b', 'say "hi"', 'two\nlines'], [['键', 1, Number.NaN, -0]]),
    ).toBe('\uFEFFwaist (cm),"a,b","say ""hi""","two\nlines"\r\n键,1,NaN,0\r\n');
  });

  it('contains no formula that a spreadsheet would run, and keeps negative numbers', () => {
    expect(csvText(['=1+1', '@x'], [['-2+3', -2]])).toBe("\uFEFF'=1+1,'@x\r\n'-2+3,-2\r\n");
    expect(csvText(['\t=1', '\r=1'], [['+1', '1=1']])).toBe("\uFEFF'\t=1,\"'\r=1\"\r\n'+1,1=1\r\n");
  });
});

it('a file has an ASCII name made of lesson and figure', () => {
  expect(fileName(['kernel-regression', 'Heat map α'], 'svg')).toBe(
    'kernel-regression-heat-map.svg',
  );
  expect(fileName(['', '权重'], 'csv')).toBe('attention-lab.csv');
});
