import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, messageOf } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { tryAssistantSettings, type ModelFault } from '../contract.ts'

type Tried = ResponseOf<typeof tryAssistantSettings>

const faultWords: Record<ModelFault, () => string> = {
  slow: () => t('The server took too long to answer.'),
  unreachable: () => t('The server cannot be reached.'),
  'not allowed': () => t('The address is in a private network. The server administrator can add it to KLINIKI_PRIVATE_ADDRESSES.'),
  refused: () =>
    t('The service refused. Check the address, the model name and the key, and whether the service offers structured outputs.'),
  elsewhere: () => t('The service redirects to another address, where nothing is sent. Enter the intended address.'),
  'too long': () => t('The reply is too long to read.'),
  unreadable: () => t('The reply has the wrong format: the service may not offer structured outputs.'),
  'outside the catalogue': () => t('The model chose an option that does not exist.'),
  wrong: () => t('The model answered, but its choice does not match a simple question. Another model may do better.'),
}

const Result = ({ tried: { is_right, took_ms, fault, detail }, limit }: { tried: Tried; limit: number }) => {
  const took = number(took_ms)
  if (!is_right)
    return (
      <Note tone="critical" alert>
        {fault && faultWords[fault]()} {detail && `(${detail})`} {t('After {took} milliseconds.', { took })}
      </Note>
    )
  if (took_ms > limit)
    return (
      <Note tone="attention">
        {t('The model chose correctly, but took {took} milliseconds: a question would have been answered without it.', { took })}
      </Note>
    )
  return <Note tone="done">{t('The model chose correctly, in {took} milliseconds.', { took })}</Note>
}

/** Asks the model with the saved settings, and shows how long it took or why it is of no help. */
export const TryModel = ({ limit, title = t('Try it') }: { limit: number; title?: string }) => {
  const attempt = useMutation({ mutationFn: () => call(tryAssistantSettings) })
  return (
    <section className="section" aria-label={title}>
      <h2>{title}</h2>
      <p>{t('Asks the model a simple question with the saved settings, and waits for up to ten seconds.')}</p>
      <div className="form-stack">
        <div>
          <Button loading={attempt.isPending} onClick={() => attempt.mutate()}>
            {t('Try it')}
          </Button>
        </div>
        {attempt.data && <Result tried={attempt.data} limit={limit} />}
        {attempt.error && (
          <Note tone="critical" alert>
            {t(messageOf(attempt.error))}
          </Note>
        )}
      </div>
    </section>
  )
}
