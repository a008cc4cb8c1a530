import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconFileDownload, IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { getOwnResults, listOwnResults, markResultsRead, printOwnResults } from '#calls/portal/contract-results.ts'
import { call, download, query } from '#web/calls/api.ts'
import { dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useDeed } from '#web/calls/use-deed.ts'
import { isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import { BackTo } from '../own-line.tsx'
import { type OpenedResults, type OwnResult } from './calls.ts'
import { ResultView } from './result-view.tsx'
import './results.css'
import { RESULTS } from './words.ts'

/** More results than these are folded: what was found stands on each. */
const FEW = 4

/** Which results are marked as new: what is on the screen is none any more in the list, and stays marked here until the patient comes back. */
const useLooked = ({ id, results }: OpenedResults): ReadonlySet<number> => {
  const news = results.filter(({ is_new }) => is_new).map((result) => result.id)
  const [marked, mark] = useState<ReadonlySet<number>>(new Set(news))
  const seen = news.join()
  // The server is told of what was shown.
  useEffect(() => {
    if (seen === '') return
    const shown = seen.split(',').map(Number)
    void call(markResultsRead, { params: { id }, body: { results: shown } })
      .then(() => {
        mark((before) => new Set([...before, ...shown]))
        return queryClient.invalidateQueries({ queryKey: [listOwnResults.path] })
      })
      // They stay new, and are marked the next time.
      .catch(() => {})
  }, [id, seen])
  return marked
}

interface GroupProps {
  name: string | null
  results: readonly OwnResult[]
  isOpen: boolean
  marked: ReadonlySet<number>
}
const Group = ({ name, results, isOpen, marked }: GroupProps) => (
  <section className="section" aria-label={name ?? t('Results')}>
    {name !== null && <h2>{name}</h2>}
    {results.map((result) => (
      <ResultView key={result.id} of={result} isOpen={isOpen} isNew={marked.has(result.id)} />
    ))}
  </section>
)

const Opened = ({ of: request }: { of: OpenedResults }) => {
  const { run, isRunning } = useDeed()
  const marked = useLooked(request)
  const { id, results, at_clinic, pending, requested_at, requested_by_name } = request
  return (
    <>
      <p className="t3 num">{t('Asked for on {{day}} by {{name}}', { day: dayOf(requested_at), name: requested_by_name })}</p>
      {at_clinic > 0 && (
        <Note tone="waiting">{t('Result ready: ask the clinic. Some results are told in person, whatever was found.')}</Note>
      )}
      {[...Map.groupBy(results, ({ profile }) => profile)].map(([name, own]) => (
        <Group key={name ?? ''} name={name} results={own} isOpen={results.length <= FEW} marked={marked} />
      ))}
      {pending > 0 && <p className="t3">{t('Still in progress: {{n}}', { n: pending })}</p>}
      {results.length > 0 && (
        <>
          <Note tone="progress">
            {t('This is not a diagnosis. The usual range is that of most healthy people; ask your doctor what your results mean for you.')}
          </Note>
          <div className="own-foot no-print">
            <Button
              variant="filled"
              loading={isRunning}
              leftSection={<IconFileDownload size={20} aria-hidden />}
              onClick={() => run(() => download(printOwnResults, { params: { id } }))}
            >
              {t('Download the report (PDF)')}
            </Button>
            <Button className="not-phone" leftSection={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()}>
              {t('Print')}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** The released results of one request: what was found, how that compares, and how it was before. */
export const ResultPage = () => {
  const id = useIdInAddress()
  const asked = useQuery(query(getOwnResults, { params: { id } }))
  return (
    <Page title={t('My results')} narrow>
      {isMissing(asked) ? (
        <NoSuchDocument title={t('There are no such results')} to={RESULTS} label={t('My results')} />
      ) : (
        <div className="own-stack">
          <BackTo to={RESULTS}>{t('All results')}</BackTo>
          <FourStates of={asked}>{(request) => <Opened key={request.id} of={request} />}</FourStates>
        </div>
      )}
    </Page>
  )
}
