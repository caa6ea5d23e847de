/** No such job in this corporate (§4.7). */
export const JobNotFound = () => ({ _tag: 'JobNotFound' }) as const;
export type JobNotFound = ReturnType<typeof JobNotFound>;
