import { Button, Checkbox, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useDeed } from '#web/calls/use-deed.ts'
import { Note } from '#web/ui/status.tsx'
import { checkImport, listImportKinds, sampleOfImport } from '../contract.ts'
import { columnWord, type SentImport } from './words.tsx'

type Places = Readonly<Record<string, number>>

/** The second step: which heading of the file is which column. */
export const ColumnsStep = ({ one, onSent }: { one: SentImport; onSent: () => void }) => {
  const { data: kinds = [] } = useQuery(query(listImportKinds, { query: {} }))
  const { data: sample = [] } = useQuery(query(sampleOfImport, { params: { id: one.id } }))
  const [places, setPlaces] = useState<Places>(() => Object.fromEntries(one.mapping.map(({ column, place }) => [column, place])))
  const [monthFirst, setMonthFirst] = useState(one.month_first)
  const [isWhole, setWhole] = useState(one.is_whole)
  const deed = useDeed()
  const kind = kinds.find((shape) => shape.kind === one.kind)
  const missing = (kind?.needs ?? []).filter((group) => !group.some((column) => column in places))
  const headings = one.headings.map((heading, place) => ({ value: String(place), label: heading || t('Column {{n}}', { n: place + 1 }) }))
  const choose = (column: string, value: string | null) => {
    const rest = Object.fromEntries(Object.entries(places).filter(([name]) => name !== column))
    setPlaces(value === null ? rest : { ...rest, [column]: Number(value) })
  }
  const example = (place: number | undefined) => (place === undefined ? undefined : sample.map((row) => row[place]).find(Boolean))
  const send = () =>
    deed.run(async () => {
      const mapping = Object.entries(places).map(([column, place]) => ({ column, place }))
      await call(checkImport, { params: { id: one.id }, body: { mapping, month_first: monthFirst, is_whole: isWhole } })
      onSent()
    })
  return (
    <div className="panel import-panel">
      <div className="t2">
        {t('Say which column of the file is which. What you choose is remembered for files with the same headings.')}
      </div>
      <div className="import-columns">
        {(kind?.columns ?? []).map(({ name }) => (
          <Select
            key={name}
            label={columnWord(name)}
            description={<span className="import-sample">{example(places[name]) ?? '\u00a0'}</span>}
            placeholder={t('Not in the file')}
            clearable
            searchable
            clearButtonProps={{ 'aria-label': t('Not in the file') }}
            data={headings}
            value={places[name] === undefined ? null : String(places[name])}
            onChange={(value) => choose(name, value)}
          />
        ))}
      </div>
      <Checkbox
        label={t('Days such as 03/04/1990 name the month first')}
        checked={monthFirst}
        onChange={(event) => setMonthFirst(event.currentTarget.checked)}
      />
      <Checkbox
        label={t('All rows or none (up to 2,000 rows)')}
        checked={isWhole}
        onChange={(event) => setWhole(event.currentTarget.checked)}
      />
      {missing.length > 0 && kind && (
        <Note tone="attention">
          {t('Still to be chosen: {{names}}', {
            names: missing.map((group) => group.map(columnWord).join(` ${t('or')} `)).join(', '),
          })}
        </Note>
      )}
      <div className="row">
        <Button variant="filled" disabled={!kind || missing.length > 0 || !one.may.run} loading={deed.isRunning} onClick={send}>
          {t('Check the file')}
        </Button>
      </div>
    </div>
  )
}
