import type { ReactNode } from 'react'
import { t } from '../i18n.ts'
import { Note } from './status.tsx'

interface Form {
  errors: Record<string, ReactNode>
  getInputNode: (path: string) => HTMLElement | null
}

/** What a box is called on the screen: by its label, else by what reads it out. */
const nameOf = (node: HTMLElement): string => {
  const labels = (node as HTMLInputElement).labels
  const label =
    labels?.[0]?.textContent ?? node.getAttribute('aria-label') ?? node.closest('[role="group"]')?.getAttribute('aria-label') ?? ''
  return label.replace(/\s*\*$/, '')
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
            <button type="button" className="plain link" onClick={() => node.focus()}>
              {nameOf(node)}
            </button>
            {': '}
            {error}
          </li>
        ))}
      </ul>
    </Note>
  )
}
