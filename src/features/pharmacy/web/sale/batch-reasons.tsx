import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { useFormLines } from '#features/stock/web/lines-field.tsx'
import { t } from '#web/i18n.ts'
import { namedPicks, type SaleLine } from './sale-lines.ts'
import type { SaleValues } from './use-sale-check.ts'

interface Props {
  lines: readonly SaleLine[]
  change: ReturnType<typeof useFormLines<SaleLine, SaleValues>>['change']
  errors: Record<string, ReactNode>
}

/** Of each line whose scanned lots are not those that expire first: why. */
export const BatchReasons = ({ lines, change, errors }: Props) => {
  const asked = lines.flatMap((line, at) => {
    const named = namedPicks(line)
    return named.length > 0 ? [{ line, at, lots: named.map(({ lot }) => lot).join(', ') }] : []
  })
  if (asked.length === 0) return null
  return (
    <section className="section form-stack" aria-label={t('Batches')}>
      {asked.map(({ line, at, lots }) => (
        <TextInput
          key={line.key}
          label={t('{name}: why lot {lots}, and not the one that expires first?', { name: line.name, lots })}
          required
          maxLength={200}
          autoComplete="off"
          value={line.batch_reason}
          data-path={`lines.${at}.batch_reason`}
          error={errors[`lines.${at}.batch_reason`]}
          // Enter takes the money in its own boxes alone.
          onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()}
          onChange={({ currentTarget: { value } }) =>
            change((now) => now.map((one) => (one.key === line.key ? { ...one, batch_reason: value } : one)))
          }
        />
      ))}
    </section>
  )
}
