/**
 * Runs a group; if that fails, one by one, so that a bad member affects no other. A member that fails alone
 * is deferred, and the cause of a group's failure is reported. `run` must bear being repeated for the same member.
 */
export const aloneOnFailure = async <A>(
  group: ReadonlyArray<A>,
  run: (group: ReadonlyArray<A>) => Promise<void>,
  putOff: (one: A, error: unknown) => Promise<void>,
  report: (group: ReadonlyArray<A>, error: unknown) => void,
): Promise<void> => {
  try {
    await run(group);
  } catch (error) {
    const [first] = group;
    if (group.length > 1) {
      report(group, error);
      for (const one of group) await aloneOnFailure([one], run, putOff, report);
    } else if (first !== undefined) await putOff(first, error);
  }
};
