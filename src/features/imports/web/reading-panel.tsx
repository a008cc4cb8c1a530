import { Select } from '@mantine/core'
import { call } from '#web/calls/api.ts'
import { useDeed } from '#web/calls/use-deed.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { encodings, type Encoding } from '#shared/encodings.ts'
import { changeImportReading, MAX_HEADING_ROW } from '../contract.ts'
import { encodingWord, type SentImport } from './words.tsx'
import styles from './imports.module.css'

const SHOWN_ROWS = 8

/** The first rows of the file as they are read, and the two things that may be wrong with that: the encoding, and which row names the columns. */
export const ReadingPanel = ({ one, sample }: { one: SentImport; sample: readonly (readonly string[])[] }) => {
  const { run, isRunning } = useDeed()
  const read = (body: { encoding?: Encoding; heading_row?: number }) =>
    run(() => call(changeImportReading, { params: { id: one.id }, body }))
  const chosen = one.encoding ?? undefined
  const rows = sample.slice(0, Math.max(SHOWN_ROWS, one.heading_row + 3))
  const headingRows = sample.slice(0, MAX_HEADING_ROW).flatMap((row, at) => {
    const text = row.filter(Boolean).join(' · ').slice(0, 60)
    return text === '' ? [] : [{ value: String(at + 1), label: t('Row {{n}}: {{text}}', { n: at + 1, text }) }]
  })
  return (
    <>
      {!one.is_encoding_certain && (
        <Note tone="attention">{t('The encoding of this file is a guess. Choose another one if names look wrong below.')}</Note>
      )}
      <div className={styles.reading}>
        {one.encoding !== null && (
          <Select
            label={t('Encoding')}
            allowDeselect={false}
            searchable
            disabled={isRunning}
            data={encodings.map((value) => ({ value, label: encodingWord(value) }))}
            value={one.encoding}
            onChange={(value) => value && read({ encoding: value, heading_row: one.heading_row })}
          />
        )}
        <Select
          label={t('Row with the column names')}
          allowDeselect={false}
          disabled={isRunning}
          data={headingRows}
          value={String(one.heading_row)}
          onChange={(value) => value && read({ ...(chosen && { encoding: chosen }), heading_row: Number(value) })}
        />
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div className={styles.preview} tabIndex={0} role="region" aria-label={t('First rows of the file')}>
        <table>
          <tbody>
            {rows.map((row, at) => (
              // The rows of a file have no other name than their place.
              <tr key={at} data-kind={at + 1 === one.heading_row ? 'heading' : at + 1 < one.heading_row ? 'title' : undefined}>
                <th scope="row" className="num">
                  {at + 1}
                </th>
                {row.map((cell, place) => (
                  <td key={place}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
