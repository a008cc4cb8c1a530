import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { getAssistantSettings, tryAssistantSettings, updateAssistantSettings } from '../contract-settings.ts'
import { changeAssistantSettings, findAssistantSettings, trySettings } from './settings.ts'

export const settingsRoutes = ({ codeKey }: Services): Route[] => [
  handle(getAssistantSettings, ({ db }) => findAssistantSettings(db)),
  handle(updateAssistantSettings, (input) => changeAssistantSettings(input, codeKey)),
  handlePrepared(
    tryAssistantSettings,
    ({ db }) => trySettings(db, codeKey),
    async ({ prepared, audit }) => {
      const { is_right, fault } = prepared
      audit('try', { entity: 'assistant settings', id: null, change: { is_right, fault } })
      return prepared
    },
  ),
]
