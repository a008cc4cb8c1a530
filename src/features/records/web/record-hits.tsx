import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'react-router'
import { searchRecords } from '../contract.ts'
import type { RecordKind } from '../contract-fields.ts'
import { documentKindWord } from '#web/text/document-kinds.ts'
import { pages } from '#web/calls/api.ts'
import { date, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import type { Hit } from './record-types.ts'
import styles from './records.module.css'

/** A text in which some places are marked: [start, end) each. Always plain text, whatever stands in it. */
const Marked = ({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) => {
  const parts: (string | { start: number; marked: string })[] = []
  let at = 0
  for (const [start, end] of marks.toSorted((a, b) => a[0] - b[0])) {
    if (start < at || end > text.length) continue
    parts.push(text.slice(at, start), { start, marked: text.slice(start, end) })
    at = end
  }
  parts.push(text.slice(at))
  return <>{parts.map((part) => (typeof part === 'string' ? part : <mark key={part.start}>{part.marked}</mark>))}</>
}

const PAGE = 20

interface Asked {
  q: string
  patient?: number
  kind?: RecordKind | undefined
}
interface Props extends Asked {
  /** Where a place that was found opens. */
  addressOf: (hit: Hit) => string
}

/** The address of a page of a document, with what was searched for. */
export const reviewAt = ({ patient, record, page }: Pick<Hit, 'patient' | 'record' | 'page'>, q = ''): string =>
  `/dashboard/patients/${patient}/records/${record}?${new URLSearchParams({ page: String(page), ...(q && { q }) })}`

const HitLine = ({ hit, withPatient, to }: { hit: Hit; withPatient: boolean; to: string }) => {
  const { title, kind, document_date, created_at, page, snippet, marks, patient_name, patient_number } = hit
  const facts = [documentKindWord(kind), document_date ? date(document_date) : dayOf(created_at), t('page {n}', { n: page })]
  return (
    <li>
      <Link to={to} className="stack no-underline gap-2 pad-4-6 hovers focus-inside colour-inherits" data-part="record-hit">
        <span className="row wrap">
          {withPatient && (
            <b>
              <bdi>{patient_name}</bdi> <span className="num t3">{patient_number}</span>
            </b>
          )}
          <span className={withPatient ? undefined : 'strong'}>{title}</span>
          <span className="small t3 num">{facts.join(' · ')}</span>
        </span>
        <span className={`t2 break-anywhere ${styles.recordSnippet}`}>
          <Marked text={snippet} marks={marks} />
        </span>
      </Link>
    </li>
  )
}

/** Places in the text of documents where the words stand: of one patient, or of all. */
export const RecordHits = ({ q, patient, kind, addressOf }: Props) => {
  const list = usePages({
    ...pages(searchRecords, { query: { q, patient_id: patient, kind, limit: PAGE } }),
    placeholderData: keepPreviousData,
  })
  return (
    <FourStates
      query={list}
      loading={<Loading rows={5} height={44} />}
      isEmpty={(hits) => hits.length === 0}
      empty={
        <Empty icon={IconSearchOff} title={t('Nothing found')}>
          {t('All words must be on one page. Put "words" in quotes to find an exact phrase.')}
        </Empty>
      }
    >
      {(hits) => (
        <>
          <ul className={`panel ${styles.recordHits}`} data-part="record-hits" aria-label={t('Found in documents')}>
            {hits.map((hit) => (
              <HitLine key={`${hit.record} ${hit.page}`} hit={hit} withPatient={patient === undefined} to={addressOf(hit)} />
            ))}
          </ul>
          {list.hasMore && (
            <Button loading={list.isFetchingMore} onClick={list.fetchMore}>
              {t('Show more')}
            </Button>
          )}
        </>
      )}
    </FourStates>
  )
}
