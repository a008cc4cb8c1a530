import { cents } from '#shared/money.ts'

/** A batch that could be taken from, in the order in which batches are used up. */
export interface Candidate {
  batch: number
  quantity: number
}
export interface Pick {
  batch: number
  quantity: number
}

/** Takes so many units from the first batches, split where one is not enough; fewer when there are fewer. */
export const pickBatches = (wanted: number, candidates: readonly Candidate[]): Pick[] => {
  const picks: Pick[] = []
  let open = wanted
  for (const { batch, quantity } of candidates) {
    if (open === 0) break
    const taken = Math.min(open, quantity)
    if (taken > 0) picks.push({ batch, quantity: taken })
    open -= taken
  }
  return picks
}

/** What one unit costs, six decimals as text, rounded half up: the price of a pack over its units. */
export const unitCostOf = (price: string, packUnits: number): string => {
  const units = BigInt(packUnits)
  const millionths = ((BigInt(cents(price)) * 20_000n + units) / (units * 2n)).toString().padStart(7, '0')
  return `${millionths.slice(0, -6)}.${millionths.slice(-6)}`
}
