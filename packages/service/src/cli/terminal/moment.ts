/** A moment as every command prints it, and every answer of the service: in UTC, whatever zone the machine has. */
export const moment = (ms: number): string => new Date(ms).toISOString();
