import { TextInput, type TextInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { listVisits } from '../contract.ts'

const LATEST = 50
const OFFERED = 6

/** The commonest of these texts, the newest first among equals; texts that differ in case alone are one. */
export const commonest = (texts: readonly string[], count: number): string[] => {
  const known = new Map<string, { text: string; times: number }>()
  for (const text of texts) {
    const key = text.toLocaleLowerCase()
    const seen = known.get(key)
    if (seen) seen.times += 1
    else known.set(key, { text, times: 1 })
  }
  return [...known.values()]
    .sort((a, b) => b.times - a.times)
    .slice(0, count)
    .map(({ text }) => text)
}

/** Why somebody comes: typed, or taken from the reasons of the latest visits. */
export const ReasonField = ({ onPick, ...props }: TextInputProps & { onPick: (reason: string) => void }) => {
  const { data = [] } = useQuery({ ...query(listVisits, { query: { limit: LATEST } }), staleTime: 5 * 60_000 })
  const label = useId()
  const offered = commonest(
    data.map(({ reason }) => reason),
    OFFERED,
  )
  return (
    <div>
      <TextInput label={t('Reason')} required maxLength={200} autoComplete="off" {...props} />
      {offered.length > 0 && (
        <div className="quick-reasons" role="group" aria-labelledby={label}>
          <span id={label} className="small t3">
            {t('Recent:')}
          </span>
          {offered.map((reason) => (
            <button key={reason} type="button" className="plain clip" onClick={() => onPick(reason)}>
              {reason}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
