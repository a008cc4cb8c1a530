import { ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import { Status } from '#web/ui/status.tsx'
import { useNow } from '#web/state/use-now.ts'
import type { Equipment } from '../analyser-types.ts'
import { toConnectionStatus, type ConnectionStatus } from '../connection-status.ts'

const signs: Record<ConnectionStatus, { tone: Tone; word: () => string }> = {
  'out of use': { tone: 'inactive', word: () => t('Inactive') },
  'not on the line': { tone: 'inactive', word: () => t('Not connected') },
  trouble: { tone: 'critical', word: () => t('Fault') },
  connected: { tone: 'done', word: () => t('Connected') },
  silent: { tone: 'attention', word: () => t('Silent') },
  never: { tone: 'waiting', word: () => t('Never connected') },
}

/** How an instrument stands now, and when it was last heard. */
export const ConnectionMark = ({ equipment }: { equipment: Equipment }) => {
  const now = useNow()
  const { tone, word } = signs[toConnectionStatus(equipment, now)]
  return (
    <span className="row" title={equipment.last_error ?? undefined}>
      <Status tone={tone}>{word()}</Status>
      {equipment.last_seen_at && equipment.connection !== 'none' && (
        <span className="small t3 num" title={dateTime(equipment.last_seen_at)}>
          {ago(equipment.last_seen_at, now)}
        </span>
      )}
    </span>
  )
}
