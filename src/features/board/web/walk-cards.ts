import type { KeyboardEvent } from 'react'

const cardsIn = (place: Element) => [...place.querySelectorAll<HTMLElement>('[data-part="card"]')]

/** Puts the cursor on a card, once it has been drawn. */
export const focusCard = (id: number | undefined) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-part="card"][data-visit="${id}"]`)?.focus())

/** The visit whose card the cursor is on. */
export const focusedVisit = (): number | undefined => {
  const id = document.activeElement?.closest<HTMLElement>('[data-part="card"]')?.dataset['visit']
  return id === undefined ? undefined : Number(id)
}

/** The card that comes next when this one leaves its column: the one below, else the one above. */
export const neighbourOf = (id: number): number | undefined => {
  const card = document.querySelector(`[data-part="card"][data-visit="${id}"]`)
  const near = [card?.nextElementSibling, card?.previousElementSibling].find((element) => element?.matches('[data-part="card"]'))
  return near instanceof HTMLElement ? Number(near.dataset['visit']) : undefined
}

const beside = (columns: readonly Element[], from: number, step: number): Element | undefined => {
  const next = columns[from + step]
  return !next || next.querySelector('[data-part="card"]') ? next : beside(columns, from + step, step)
}

/** Arrows walk from card to card, and at the same height from column to column; Home and End go to the ends of a column. */
export const walkCards = (event: KeyboardEvent<HTMLElement>) => {
  const card = (event.target as HTMLElement).closest<HTMLElement>('[data-part="card"]')
  const column = card?.closest('[data-cards]')
  if (!card || !column || event.altKey || event.ctrlKey || event.metaKey) return
  const cards = cardsIn(column)
  const at = cards.indexOf(card)
  const columns = [...document.querySelectorAll('[data-cards]')]
  const sideways = (step: number) => {
    const next = beside(columns, columns.indexOf(column), step)
    const there = next ? cardsIn(next) : []
    return there[Math.min(at, there.length - 1)]
  }
  const moves: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => cards[at + 1],
    ArrowUp: () => cards[at - 1],
    Home: () => cards[0],
    End: () => cards.at(-1),
    ArrowRight: () => sideways(1),
    ArrowLeft: () => sideways(-1),
  }
  const move = moves[event.key]
  if (!move) return
  event.preventDefault()
  move()?.focus()
}
