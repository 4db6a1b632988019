import type { Report } from '../../api/report.ts';
import type { Format, ScannedFile } from './format.ts';

/** One array, an element for each file: the report with its `file`. Written piece by piece: a run may be long. */
export function jsonFormat(): Format {
  let before = '[\n';
  return {
    scanned: (scanned) => {
      const text = `${before}${JSON.stringify(fieldsOf(scanned), null, 2)}`;
      before = ',\n';
      return text;
    },
    failed: () => '',
    end: () => (before === ',\n' ? '\n]\n' : '[]\n'),
  };
}

/** A line for each file, as soon as it is scanned. */
export function jsonLinesFormat(): Format {
  return {
    scanned: (scanned) => `${JSON.stringify(fieldsOf(scanned))}\n`,
    failed: () => '',
    end: () => '',
  };
}

/** Without the address of a page: nothing of this process has one. */
function fieldsOf({ file, report }: ScannedFile): object {
  const fields: Partial<Report> = { ...report };
  delete fields.url;
  return { file, ...fields };
}
