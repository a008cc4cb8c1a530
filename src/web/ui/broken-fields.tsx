import type { ReactNode } from 'react'
import { t } from '../i18n.ts'
import { Note } from './status.tsx'

interface Form {
  errors: Record<string, ReactNode>
  getInputNode: (path: string) => HTMLElement | null
}

const GROUPS = '[role="radiogroup"], [role="group"]'
const readOut = (node: Element | null): string =>
  node?.getAttribute('aria-label') ?? document.getElementById(node?.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''

/** What a box is called on the screen: by its label, else by what reads it out; one of several choices by the label of all. */
const nameOf = (node: HTMLElement): string => {
  const isChoice = node.matches('[type="radio"], button')
  const label = isChoice ? '' : ((node as HTMLInputElement).labels?.[0]?.textContent ?? '')
  return (label || readOut(isChoice ? node.closest(GROUPS) : node)).replace(/\s*\*$/, '')
}

/** All boxes that are wrong, in the order of the page, each a way to its box. */
export const BrokenFields = ({ form }: { form: Form }) => {
  const broken = Object.entries(form.errors)
    .flatMap(([path, error]) => {
      const node = form.getInputNode(path)
      return node && error ? [{ path, error, node }] : []
    })
    .toSorted((a, b) => (a.node.compareDocumentPosition(b.node) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  if (broken.length < 2) return null
  return (
    <Note tone="critical" alert>
      {t('{count, plural, one {# field to correct} other {# fields to correct}}', { count: broken.length })}
      <ul>
        {broken.map(({ path, error, node }) => (
          <li key={path}>
            <a
              className="link"
              href={`#${node.id}`}
              onClick={(event) => {
                event.preventDefault()
                node.focus()
              }}
            >
              {nameOf(node)}
            </a>
            {': '}
            {error}
          </li>
        ))}
      </ul>
    </Note>
  )
}
