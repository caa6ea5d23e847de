/** Whether a payee in the state of this column holds nothing against others: `isFreed` of core, in SQL. */
export const FREED = (state: string): string => `${state} IN ('rejected', 'deactivated')`;

/** The condition of the index that keeps a beneId to one payee, as the migration has it. */
export const HELD = "state NOT IN ('rejected', 'deactivated')";
