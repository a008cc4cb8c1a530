import { beganAt } from './folder.ts'

const DAILY = 7
const WEEKLY = 4
const MONTHLY = 12
/** Of those on whose verifying nobody can count yet. */
const UNVERIFIED = 7
const DAY = 86_400_000

/** Days since a Monday long ago, for weeks that begin on Monday. */
const dayOf = (at: Date) => Math.floor(at.getTime() / DAY)
const weekOf = (at: Date) => Math.floor((dayOf(at) + 3) / 7)
const monthOf = (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth()

export interface Kept {
  name: string
  isVerified: boolean
}

/**
 * Which backups may go: what is neither the newest of its day in the last 7 days that have one, nor of its week in the last 4, nor of its
 * month in the last 12. The newest verified one never goes, nor do the 7 newest of those that came after it, or of all where none was
 * verified. A verified backup stands for its day before one that is not.
 */
export const superfluous = (backups: readonly Kept[]): string[] => {
  const known = backups
    .flatMap(({ name, isVerified }) => {
      const at = beganAt(name)
      return at ? [{ name, isVerified, at }] : []
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime())
  const newest = known.find(({ isVerified }) => isVerified)
  const kept = new Set<string>()
  const keep = (most: number, periodOf: (at: Date) => number) => {
    const periods = [...new Set(known.map(({ at }) => periodOf(at)))].slice(0, most)
    for (const period of periods) {
      const within = known.filter(({ at }) => periodOf(at) === period)
      kept.add((within.find(({ isVerified }) => isVerified) ?? within[0]!).name)
    }
  }
  keep(DAILY, dayOf)
  keep(WEEKLY, weekOf)
  keep(MONTHLY, monthOf)
  if (newest) kept.add(newest.name)
  const later = known.filter(({ at }) => !newest || at > newest.at)
  for (const { name } of later.slice(0, UNVERIFIED)) kept.add(name)
  return known.filter(({ name }) => !kept.has(name)).map(({ name }) => name)
}
