/** Every write of a unit of work goes through here, so that it can be taken back. */
export interface Unit {
  readonly set: <K, V>(map: Map<K, V>, key: K, value: V) => void;
  readonly delete: <K>(map: Map<K, unknown>, key: K) => void;
  /** Notes how to take back a write that is not one to a map. @throws when the unit may not write. */
  readonly note: (undo: () => void) => void;
}

/** A unit that only reads. */
export const reader: Unit = {
  set: () => refuse(),
  delete: () => refuse(),
  note: () => refuse(),
};

const refuse = (): never => {
  throw new Error('a read writes nothing: use atomically');
};

export interface OpenUnit extends Unit {
  /** Takes every write back, the last one first. */
  readonly undo: () => void;
  /** Refuses every write from now on. */
  readonly close: () => void;
}

/** A unit that writes at once and remembers what was there, so undoing costs only what was written. */
export const openUnit = (): OpenUnit => {
  const undos: (() => void)[] = [];
  let open = true;
  const note = (undo: () => void): void => {
    if (!open) throw new Error('this unit of work is over: await every call of its stores');
    undos.push(undo);
  };
  const restore = <K, V>(map: Map<K, V>, key: K): (() => void) => {
    const before = map.get(key);
    return before === undefined
      ? () => map.delete(key)
      : () => {
          map.set(key, before);
        };
  };

  return {
    note,
    set: (map, key, value) => {
      note(restore(map, key));
      map.set(key, value);
    },
    delete: (map, key) => {
      note(restore(map, key));
      map.delete(key);
    },
    undo: () => {
      for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) undo();
    },
    close: () => {
      open = false;
    },
  };
};
