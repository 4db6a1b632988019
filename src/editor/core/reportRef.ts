import { nameOfAddress, parseAddress, type ServiceAddress } from '../../client/address.ts';

/** A service by its address, or `null` for the one on this machine. */
export type ServiceId = ServiceAddress | null;

/** Which report: services give their ids without knowing of each other, so an id alone names none. */
export interface ReportRef {
  readonly service: ServiceId;
  readonly id: string;
}

export function isSameReport(one: ReportRef | undefined, other: ReportRef | undefined): boolean {
  return one !== undefined && one.service === other?.service && one.id === other.id;
}

/** One text for each report, for maps. */
export function keyOfReport({ service, id }: ReportRef): string {
  return `${service ?? ''} ${id}`;
}

/** Host, port and base path, for people; `null` for this machine. */
export function nameOfService(service: ServiceId): string | null {
  return service === null ? null : nameOfAddress(service);
}

/** What was kept of a service's id, by a webview or in the editor's memory; `undefined` when it is none. */
export function parseServiceId(kept: string | null): ServiceId | undefined {
  if (kept === null) return null;
  const parsed = parseAddress(kept);
  return parsed.ok ? parsed.address : undefined;
}

/** What was scanned together. */
export interface ScannedReports {
  /** That scanned them. */
  service: ServiceId;
  ids: ReadonlySet<string>;
  /** The project that they went to, `undefined` for none. */
  project: string | undefined;
}
