import { matchPath } from 'react-router'
import { linesOf, type ManualPage } from './manual-page.ts'

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')

export interface FoundPage {
  page: ManualPage
  /** The first line that has a word of the search; null where only the title has them. */
  line: string | null
}

/** The pages that have every typed word, those with the words in their title first. */
export const searchManual = (pages: readonly ManualPage[], typed: string): FoundPage[] => {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = pages.flatMap((page) => {
    const lines = linesOf(page)
    const title = plain(page.title)
    const whole = `${title}\n${plain(lines.join('\n'))}`
    if (!words.every((word) => whole.includes(word))) return []
    const missing = words.filter((word) => !title.includes(word))
    const line = missing.length === 0 ? null : (lines.find((one) => missing.some((word) => plain(one).includes(word))) ?? null)
    return [{ page, line, missing: missing.length }]
  })
  return found.toSorted((one, other) => one.missing - other.missing).map(({ page, line }) => ({ page, line }))
}

/** How exactly a declared address names this one: one without parameters before one with, and both before one that it lies below. */
const exactness = (route: string, pathname: string): number => {
  if (matchPath(route, pathname)) return route.includes(':') ? 2 : 3
  return matchPath(`${route}/*`, pathname) ? 1 : 0
}

/** The pages about the screen of an address, or the nearest above it that has one: first the page that explains it, then those for the roles of the person. */
export const pagesAt = (pages: readonly ManualPage[], pathname: string, roles: readonly string[]): ManualPage[] => {
  const [here] = pages
    .flatMap(({ routes }) => routes)
    .filter((route) => exactness(route, pathname) > 0)
    .toSorted((one, other) => exactness(other, pathname) - exactness(one, pathname) || other.length - one.length)
  if (here === undefined) return []
  const tasks = pages.filter(({ also }) => also.includes(here))
  const isMine = (page: ManualPage) => isFor(page, roles)
  return [...pages.filter(({ routes }) => routes.includes(here)), ...tasks.filter(isMine), ...tasks.filter((page) => !isMine(page))]
}

/** Whether a page is for a member of one of these groups; a page without roles is for everyone who works here. */
export const isFor = (page: ManualPage, roles: readonly string[]): boolean =>
  page.roles.length === 0 || page.roles.some((role) => roles.includes(role))
