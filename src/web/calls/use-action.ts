import { useMutation } from '@tanstack/react-query'
import { changedMeanwhile } from './changed-meanwhile.ts'
import { ApiError } from './http.ts'
import { queryClient, refreshAfter } from './query-client.ts'
import { toast } from '../messages/toast.tsx'

interface Action {
  action: () => Promise<unknown>
  message?: string | undefined
  /** What a failure is called, where the server gives no reason. */
  failure?: ((error: unknown) => string) | undefined
}

/**
 * A change made by a button instead of a form: `run(() => call(…), 'Done')`. Afterwards everything on the screen is asked for again and
 * the sentence is shown; a failure is shown in the server's words and changes nothing. With `failure` what is shown is asked for again after a
 * refusal as well. A record that changed meanwhile is always asked for again, so that the action can be tried on its new state.
 */
export const useAction = () => {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ action }: Action) => action(),
    onSuccess: (_, { message }) => {
      void queryClient.invalidateQueries()
      if (message) toast.done(message)
    },
    onError: (error, { failure }) => {
      const isStale = error instanceof ApiError && error.status === 412
      toast.failed(failure?.(error) ?? (isStale ? changedMeanwhile() : error))
      if (isStale) void queryClient.invalidateQueries()
      else if (failure) refreshAfter(error)
    },
  })
  return {
    run: (action: () => Promise<unknown>, message?: string, failure?: Action['failure']) => mutate({ action, message, failure }),
    isRunning: isPending,
  }
}
