import { useState } from 'react'
import type { Overrides, SafetyWarning } from '#features/drugs/contract.ts'
import { ApiError } from '#web/calls/api.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'

interface Asked {
  warnings: readonly SafetyWarning[]
  answer: (overrides: Overrides | null) => void
}
interface Ways<T> {
  /** Warnings that are known beforehand: asked about at once. */
  before?: readonly SafetyWarning[]
  onDone: (result: T) => void
  /** Called first with every other refusal; answer true when it has been dealt with. */
  onRefused?: (error: ApiError) => boolean
}

/**
 * Runs a change that the safety check may stop: the person is asked for a reason for each warning, and it runs again with them. `unsafe` is
 * the question while it stands; what the person turned back from changed nothing.
 */
export const useUnsafe = () => {
  const [unsafe, setUnsafe] = useState<Asked | null>(null)
  const [reasons, setReasons] = useState<Record<string, string>>({})
  const [isRunning, setRunning] = useState(false)

  const ask = async (warnings: readonly SafetyWarning[]) => {
    const answer = await new Promise<Overrides | null>((resolve) => setUnsafe({ warnings, answer: resolve }))
    setUnsafe(null)
    return answer
  }
  const guarded = async <T>(action: (overrides?: Overrides) => Promise<T>, ways: Ways<T>, overrides?: Overrides): Promise<void> => {
    setRunning(true)
    try {
      const result = await action(overrides)
      void queryClient.invalidateQueries()
      ways.onDone(result)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unsafe') {
        setRunning(false)
        const answer = await ask(error.body['warnings'] as SafetyWarning[])
        return answer === null ? undefined : guarded(action, ways, answer)
      }
      if (!(error instanceof ApiError && ways.onRefused?.(error))) toast.failed(error)
    } finally {
      setRunning(false)
    }
  }
  const run = async <T>(action: (overrides?: Overrides) => Promise<T>, ways: Ways<T>) => {
    const before = ways.before ?? []
    const answer = before.length > 0 ? await ask(before) : undefined
    if (answer !== null) await guarded(action, ways, answer)
  }
  return {
    isRunning,
    unsafe,
    reasons,
    onReason: (key: string, reason: string) => setReasons((before) => ({ ...before, [key]: reason })),
    run: <T>(action: (overrides?: Overrides) => Promise<T>, ways: Ways<T>) => void run(action, ways),
  }
}
