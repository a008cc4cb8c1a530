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
  slow: () => t('It took too long.'),
  unreachable: () => t('It cannot be reached.'),
  'not allowed': () => t('The address is in a private network. Whoever runs the server can list it in KLINIKI_PRIVATE_ADDRESSES.'),
  refused: () =>
    t('It refused. See whether the address, the name of the model and the key are right, and whether it offers structured outputs.'),
  elsewhere: () => t('It sends us to another address, where nothing is sent. Enter the address that is meant.'),
  'too long': () => t('Its reply is too long to be read.'),
  unreadable: () => t('Its reply is not what was asked for: it may not offer structured outputs.'),
  'outside the catalogue': () => t('It chose something that does not exist.'),
  wrong: () => t('It answered, but chose something else than a simple question asked for. Another model may do better.'),
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
        {t('It chose well, but took {took} milliseconds: a question would have been answered without it.', { took })}
      </Note>
    )
  return <Note tone="done">{t('It chose well, in {took} milliseconds.', { took })}</Note>
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
