import { Button, TextInput } from '@mantine/core'
import { quantityWords } from '#features/prescriptions/web/drug-name.tsx'
import { date, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { isUnits, typedUnits, type Returnable } from './return-sums.ts'

/** What is wrong with the number in a box, in words. */
const unitsProblem = (typed: string, left: number) => {
  if (typedUnits(typed, left) !== null) return undefined
  return isUnits(typed) ? t('At most {{n}}.', { n: number(left) }) : t('Enter a whole number above zero.')
}

interface Props {
  rows: readonly Returnable[]
  typed: ReadonlyMap<string, string>
  onChange: (typed: ReadonlyMap<string, string>) => void
}

const Row = ({ of, typed, onChange }: { of: Returnable; typed: string; onChange: (typed: string) => void }) => {
  const { name, unit, lot, expires_on, left } = of
  const about = [lot === '' ? '' : t('Lot {{lot}}', { lot }), expires_on === null ? '' : t('expires {{day}}', { day: date(expires_on) })]
  return (
    <li>
      <span className="grow">
        <span className="strong">{name}</span>
        <span className="small t3 num ph-return-lot">{about.filter(Boolean).join(' · ') || '\u00a0'}</span>
      </span>
      <TextInput
        className="ph-return-units"
        aria-label={
          lot === ''
            ? t('Units of {{item}} that come back', { item: name })
            : t('Units of {{item}}, lot {{lot}}, that come back', { item: name, lot })
        }
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        classNames={{ input: 'num' }}
        error={unitsProblem(typed, left)}
        value={typed}
        onChange={(event) => onChange(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
      />
      <span className="t3 num ph-return-of">{t('of {{n}}', { n: quantityWords(String(left), unit) })}</span>
      <Button variant="default" size="compact-sm" className="row-button" onClick={() => onChange(String(left))}>
        {t('All')}
      </Button>
    </li>
  )
}

/** How much of each line and batch comes back: nothing until somebody says so. */
export const ReturnLines = ({ rows, typed, onChange }: Props) => {
  const isAll = rows.every(({ key, left }) => typed.get(key) === String(left))
  return (
    <fieldset className="ph-return">
      <legend className="row">
        <span className="label grow">{t('What comes back')}</span>
        <Button size="compact-sm" onClick={() => onChange(isAll ? new Map() : new Map(rows.map(({ key, left }) => [key, String(left)])))}>
          {isAll ? t('Nothing') : t('All of it')}
        </Button>
      </legend>
      <ul>
        {rows.map((row) => (
          <Row key={row.key} of={row} typed={typed.get(row.key) ?? ''} onChange={(text) => onChange(new Map(typed).set(row.key, text))} />
        ))}
      </ul>
    </fieldset>
  )
}
