import { handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { setUpClinic } from '../contract.ts'
import { checkCode, setUp } from './set-up-clinic.ts'

export const routes = (services: Services): Route[] => [handlePrepared(setUpClinic, (input) => checkCode(services, input), setUp)]
