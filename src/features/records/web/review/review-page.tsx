import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type SyntheticEvent } from 'react'
import { z } from 'zod'
import { getRecord } from '#features/records/contract.ts'
import { query } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { focusNext } from '#web/keyboard/focus-next.ts'
import type { Entity, FullRecord } from '../record-types.ts'
import { DocumentSide } from './document-side.tsx'
import { FindingsSide } from './findings-side.tsx'
import { ReviewHead } from './review-head.tsx'
import styles from './document.module.css'

const url = { page: z.coerce.number().int().min(1), side: z.enum(['findings']) }

const idAt = (target: EventTarget) => (target as HTMLElement).closest<HTMLElement>('[data-entity]')?.dataset['entity']

/** Shows on both sides what the pointer or the cursor is at. Outside React: a pointer moves over hundreds of places. */
const warm = ({ currentTarget, target }: SyntheticEvent<HTMLElement>) => {
  const id = idAt(target)
  for (const node of currentTarget.querySelectorAll(`[data-warm]:not([data-entity="${id}"])`)) node.removeAttribute('data-warm')
  if (id !== undefined) for (const node of currentTarget.querySelectorAll(`[data-entity="${id}"]`)) node.setAttribute('data-warm', '')
}

const Review = ({ record }: { record: FullRecord }) => {
  const [{ page = 1, side }, set] = useUrlState(url)
  const [current, setCurrent] = useState<number | null>(null)
  const pagesBox = useRef<HTMLDivElement>(null)
  const showPlace = ({ id, page: on }: Pick<Entity, 'id' | 'page'>) => {
    setCurrent(id)
    const box = pagesBox.current
    const place = box?.querySelector(`[data-entity="${id}"]`)
    if (place) place.scrollIntoView({ block: 'center' })
    else box?.querySelector(`[data-page="${on}"]`)?.scrollIntoView({ block: 'start' })
  }
  const showFinding = (id: number) => {
    setCurrent(id)
    set({ side: 'findings' })
    focusNext(() => document.querySelector<HTMLElement>(`[data-finding="${id}"]`))
  }
  const open = record.entities.filter(({ state }) => state === 'suggested').length
  return (
    <div className={`stack ${styles.review}`} data-side={side ?? 'document'}>
      <ReviewHead record={record} />
      <div className={styles.reviewSides}>
        <ChoiceField
          label={t('Show')}
          data={[
            { value: 'document', label: t('Document') },
            { value: 'findings', label: `${t('Findings')} ${number(open)}` },
          ]}
          value={side ?? 'document'}
          onChange={(next) => set({ side: next === 'document' ? '' : next })}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- links what is seen on both sides; nothing is done by it */}
      <div className={styles.reviewBody} onPointerOver={warm} onFocus={warm}>
        <DocumentSide record={record} box={pagesBox} current={current} startPage={page} onSelect={showFinding} />
        <FindingsSide record={record} current={current} onGo={showPlace} />
      </div>
    </div>
  )
}

/** A document beside what was found in it: each finding confirmed, corrected or rejected, and made part of the record. */
export const ReviewPage = () => {
  const id = useIdInAddress()
  const record = useQuery(query(getRecord, { params: { id } }))
  if (isMissing(record)) return <NoSuchDocument title={t('There is no such document')} to="/dashboard/patients" label={t('All patients')} />
  return (
    <FourStates
      of={record}
      loading={
        <div className="page-body">
          <Loading rows={12} />
        </div>
      }
    >
      {(data) => <Review key={data.id} record={data} />}
    </FourStates>
  )
}
