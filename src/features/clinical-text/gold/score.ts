export interface Score {
  gold: number
  precision: number
  recall: number
  f1: number
}

/** Precision, recall and F1 of what was found; 0 where nothing was found or asked for. */
export const scoreOf = (right: number, found: number, gold: number): Score => {
  const precision = found === 0 ? 0 : right / found
  const recall = gold === 0 ? 0 : right / gold
  return { gold, precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}
