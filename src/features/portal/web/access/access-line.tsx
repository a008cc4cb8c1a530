import { IconEye, IconPencil, IconPrinter, type Icon } from '@tabler/icons-react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { dateTime, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { listOwnAccess } from '#features/portal/contract.ts'

export type Seen = ResponseOf<typeof listOwnAccess>[number]

const signs: Record<Seen['kind'], Icon> = { read: IconEye, changed: IconPencil, printed: IconPrinter }

const actorText = ({ by, who }: Seen): string => {
  if (by === 'you') return t('You')
  if (by === 'other') return t('Another account')
  return by === 'nobody' ? t('The clinic’s system') : (who ?? '')
}

/** One thing that was done with the record: what, who, when, and how often. */
export const AccessLine = ({ entry: seen }: { entry: Seen }) => {
  const Sign = signs[seen.kind]
  return (
    <li className="flex items-start break-anywhere gap-5 pad-5-6 divided">
      <Sign size={20} stroke={1.5} aria-hidden />
      <div className="grow">
        <div className="strong">{t(seen.words.did, { what: t(seen.words.what ?? '') })}</div>
        <div>
          {actorText(seen)}
          {seen.profession !== null && <span className="t3">, {t(seen.profession)}</span>}
        </div>
        <div className="small t3 num">
          {dateTime(seen.at)}
          {seen.times > 1 && ` · ${t('{n} times since {time}', { n: seen.times, time: time(seen.since) })}`}
        </div>
      </div>
    </li>
  )
}
