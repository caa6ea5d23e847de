/** Intake has not finished the job: nobody decides on its payouts yet. */
export const JobNotTakenIn = () => ({ _tag: 'JobNotTakenIn' }) as const;
export type JobNotTakenIn = ReturnType<typeof JobNotTakenIn>;

/** No such job in this corporate (§4.7). */
export const JobNotFound = () => ({ _tag: 'JobNotFound' }) as const;
export type JobNotFound = ReturnType<typeof JobNotFound>;
