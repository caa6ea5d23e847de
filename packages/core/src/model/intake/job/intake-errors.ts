/** Intake has not finished the job: its payouts cannot be approved or rejected yet. */
export const JobNotTakenIn = () => ({ _tag: 'JobNotTakenIn' }) as const;
export type JobNotTakenIn = ReturnType<typeof JobNotTakenIn>;

/** No such job in this corporate (§4.7). */
export const JobNotFound = () => ({ _tag: 'JobNotFound' }) as const;
export type JobNotFound = ReturnType<typeof JobNotFound>;

/** The job and its payouts ended long ago and are in the archive, in a file of this name. 410. */
export const JobArchived = (file: string) => ({ _tag: 'JobArchived', file }) as const;
export type JobArchived = ReturnType<typeof JobArchived>;
