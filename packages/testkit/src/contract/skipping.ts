/**
 * Says on the console that tests are skipped for want of something.
 *
 * @param absent what is not there, and where: `PgBouncer at /usr/sbin/pgbouncer`.
 * @param isNamed whether somebody said that it is there.
 * @throws where it matters: with `CI=true`, or when it was named.
 */
export const skipFor = (absent: string, isNamed: boolean): void => {
  if (isNamed || process.env['CI'] === 'true') throw new Error(`no ${absent}`);
  console.warn(`No ${absent}: its tests are skipped.`);
};
