import { nameOfAddress, parseAddress, type ServiceAddress } from '../../client/address.ts';

/** A service: its address, or `null` for this machine. */
export type ServiceId = ServiceAddress | null;

/** Identifies a report. An id alone does not, because each service assigns its own. */
export interface ReportRef {
  readonly service: ServiceId;
  readonly id: string;
}

export function isSameReport(one: ReportRef | undefined, other: ReportRef | undefined): boolean {
  return one !== undefined && one.service === other?.service && one.id === other.id;
}

/** A unique text for each report, used as a key of maps. */
export function keyOfReport({ service, id }: ReportRef): string {
  return `${service ?? ''} ${id}`;
}

/** Host, port and base path, for display; `null` for this machine. */
export function nameOfService(service: ServiceId): string | null {
  return service === null ? null : nameOfAddress(service);
}

/** Parses the id of a service as stored by a webview or in the editor's memory; `undefined` if it is invalid. */
export function parseServiceId(stored: string | null): ServiceId | undefined {
  if (stored === null) return null;
  const parsed = parseAddress(stored);
  return parsed.ok ? parsed.address : undefined;
}

/** The reports of one scan of many files. */
export interface ScannedReports {
  /** The service that scanned them. */
  service: ServiceId;
  ids: ReadonlySet<string>;
  /** Their project; `undefined` for none. */
  project: string | undefined;
}
