import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconFileDownload, IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { getOwnResults, listOwnResults, markResultsRead, printOwnResults } from '#calls/portal/contract.ts'
import { call, download, query } from '#web/calls/api.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { dataLanguage, dayOf, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useAction } from '#web/calls/use-action.ts'
import { isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { BackTo, OwnFacts } from '../own-line.tsx'
import type { OpenedResults, OwnResult } from './calls.ts'
import { RESULTS, placeWord, rangeWords, withUnit } from './labels.ts'
import { LineChart } from '#web/ui/line-chart.tsx'
import resultsStyles from './results.module.css'
import pageStyles from '../portal-pages.module.css'

const numberOf = (limit: string | null) => (limit === null ? null : Number(limit))

/** How a result was before: a line where there are numbers, and the same in a table. */
const Trend = ({ result }: { result: OwnResult }) => {
  const { previous, name, low, high } = result
  if (previous.length === 0) return null
  const all = [...previous, result]
  const points = all.flatMap(({ id, taken_at, result: shown, unit, value, flag }) =>
    value === null
      ? []
      : [
          {
            key: String(id),
            label: `${dayOf(taken_at)}: ${withUnit({ result: shown, unit })}`,
            value: Number(value),
            at: Date.parse(taken_at),
            ...(flag !== null && flag !== 'normal' && { isMarked: true }),
          },
        ],
  )
  return (
    <>
      {points.length > 1 && (
        <LineChart
          label={t('{name} over time', { name })}
          series={[{ name, points }]}
          {...((low !== null || high !== null) && {
            bands: [{ low: numberOf(low), high: numberOf(high), text: rangeWords(result) }],
          })}
          unit={unitText(result.unit) || t('Result')}
        />
      )}
      <table className={`full-width collapsed top-cells ${resultsStyles.trend} num`}>
        <caption className="small t3">{t('Earlier results of this test')}</caption>
        <tbody>
          {all.toReversed().map(({ id, taken_at, result: shown, unit, flag }) => (
            <tr key={id}>
              <th className="nowrap" scope="row">
                {dayOf(taken_at)}
              </th>
              <td>{withUnit({ result: shown, unit })}</td>
              <td>{placeWord(flag)?.word}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const MARGIN = 0.3

/** Where everything stands on the bar, in percent from its start; null where there is nothing to draw. */
const placesOf = ({ value, low, high }: Pick<OwnResult, 'value' | 'low' | 'high'>) => {
  if (value === null || (low === null && high === null)) return null
  const marks = [value, low, high].filter((mark) => mark !== null).map(Number)
  const [least, most] = [Math.min(...marks), Math.max(...marks)]
  const page = (most - least || Math.abs(most) || 1) * MARGIN
  const at = (mark: number) => ((mark - least + page) / (most - least + 2 * page)) * 100
  return { value: at(Number(value)), from: low === null ? 0 : at(Number(low)), to: high === null ? 100 : at(Number(high)) }
}

/** The usual range as a bar with the result on it. The words beside it say the same, so it is not read out. */
const RangeMark = ({ result }: { result: OwnResult }) => {
  const places = placesOf(result)
  if (!places) return null
  return (
    <svg className={`block full-width ${resultsStyles.rangeMark}`} viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden>
      <rect className={resultsStyles.all} x="0" y="4" width="100" height="4" />
      <rect className={resultsStyles.usual} x={places.from} y="3" width={places.to - places.from} height="6" />
      <rect className={resultsStyles.here} x={Math.min(99, Math.max(0, places.value - 0.5))} y="0" width="1" height="12" />
    </svg>
  )
}

/** One result: what was found stands on it, all that is known of it within. */
const ResultView = ({ result, isOpen, isNew }: { result: OwnResult; isOpen: boolean; isNew: boolean }) => {
  const { name, explanation, flag, is_corrected, comment, taken_at, approved_at, method } = result
  const place = placeWord(flag)
  return (
    <details className={`divided ${resultsStyles.ownResult}`} open={isOpen}>
      <summary className="flow items-baseline break-anywhere pad-4-0">
        <span className="grow" lang={dataLanguage()}>
          {name}
        </span>
        <b className="num keeps-lines">{withUnit(result)}</b>
        {place && <Status tone={place.tone}>{place.word}</Status>}
        {isNew && (
          <Status tone="progress" chip>
            {t('New')}
          </Status>
        )}
      </summary>
      <div className={`stack gap-6 ${resultsStyles.ownStack}`}>
        {explanation && <p>{explanation}</p>}
        {is_corrected && <Note tone="attention">{t('This result was corrected; the earlier result was wrong.')}</Note>}
        <RangeMark result={result} />
        <OwnFacts
          rows={[
            [t('Usual range'), rangeWords(result)],
            [t('Laboratory comment'), comment],
            [t('Sample taken'), dateTime(taken_at)],
            [t('Approved'), dayOf(approved_at)],
            [t('Method'), method],
          ]}
        />
        <Trend result={result} />
      </div>
    </details>
  )
}

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
    {name !== null && <h2 lang={dataLanguage()}>{name}</h2>}
    {results.map((result) => (
      <ResultView key={result.id} result={result} isOpen={isOpen} isNew={marked.has(result.id)} />
    ))}
  </section>
)

const Opened = ({ results: request }: { results: OpenedResults }) => {
  const { run, isRunning } = useAction()
  const marked = useLooked(request)
  const { id, results, at_clinic, pending, requested_at, requested_by_name } = request
  return (
    <>
      <p className="t3 num">{t('Requested on {day} by {name}', { day: dayOf(requested_at), name: requested_by_name })}</p>
      {at_clinic > 0 && (
        <Note tone="waiting">{t('Result ready: ask the clinic. Some results are given in person, whatever they show.')}</Note>
      )}
      {[...Map.groupBy(results, ({ profile }) => profile)].map(([name, own]) => (
        <Group key={name ?? ''} name={name} results={own} isOpen={results.length <= FEW} marked={marked} />
      ))}
      {pending > 0 && <p className="t3">{t('Still in progress: {n}', { n: pending })}</p>}
      {results.length > 0 && (
        <>
          <Note tone="progress">
            {t('This is not a diagnosis. The usual range is that of most healthy people; ask your doctor what your results mean for you.')}
          </Note>
          <div className={`wrap flex gap-4 sticky-end layer-1 canvas ${pageStyles.foot} no-print`}>
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
        <NoSuchDocument title={t('Results not found')} to={RESULTS} label={t('My results')} />
      ) : (
        <div className={`stack gap-6 ${resultsStyles.ownStack}`}>
          <BackTo to={RESULTS}>{t('All results')}</BackTo>
          <FourStates query={asked}>{(request) => <Opened key={request.id} results={request} />}</FourStates>
        </div>
      )}
    </Page>
  )
}
