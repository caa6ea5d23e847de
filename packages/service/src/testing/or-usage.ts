/** The options that a program read from its command line. Where there are none, it says why and its usage, and ends. */
export const orUsage = <A>(read: () => A, usage: string): A => {
  try {
    return read();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(usage);
    process.exit(2);
  }
};
