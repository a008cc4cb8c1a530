import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { FourStates } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { getMessageSettings } from '../contract.ts'

export type Settings = ResponseOf<typeof getMessageSettings>

/** The saved settings for one of the forms. */
export const SettingsPanel = ({ children }: { children: (settings: Settings) => ReactNode }) => {
  const settings = useQuery(query(getMessageSettings))
  return (
    <FourStates query={settings}>
      {(found) => (
        <div className="form-stack" style={{ maxWidth: 760 }}>
          {found.is_demo && (
            <Note tone="attention">{t('This is a demonstration clinic: nothing is sent, regardless of the settings here.')}</Note>
          )}
          {children(found)}
        </div>
      )}
    </FourStates>
  )
}
