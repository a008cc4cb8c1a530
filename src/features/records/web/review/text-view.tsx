import { memo, useMemo } from 'react'
import { t } from '#web/i18n.ts'
import type { Entity } from '../record-types.ts'
import { typeShort, typeTone, typeWord } from './entity-labels.tsx'
import { segmentsOf } from './segments.ts'
import styles from './document.module.css'

interface Props {
  number: number
  text: string
  entities: readonly Entity[]
  current: number | null
}

/** The text of a page with its findings marked. Whatever stands in it is shown as text. */
export const TextOfPage = memo(({ number, text, entities, current }: Props) => {
  const segments = useMemo(() => segmentsOf(text, entities), [text, entities])
  return (
    <div
      className={`break-anywhere as-typed ${styles.pageText}`}
      data-part="page-text"
      data-page={number}
      role="group"
      aria-label={t('Page {n}', { n: number })}
    >
      {segments.map(({ start, text: piece, marks }) => {
        const [first] = marks
        if (!first)
          return (
            <span key={start} data-start={start}>
              {piece}
            </span>
          )
        return (
          <mark
            key={start}
            data-start={start}
            data-entity={first.id}
            data-tone={typeTone(first.type)}
            data-type={first.type}
            data-state={first.state}
            data-denied={first.negated || undefined}
            data-current={first.id === current || undefined}
            data-short={first.start === start ? typeShort(first.type) : undefined}
            title={typeWord(first.type)}
          >
            {piece}
          </mark>
        )
      })}
    </div>
  )
})
TextOfPage.displayName = 'TextOfPage'
