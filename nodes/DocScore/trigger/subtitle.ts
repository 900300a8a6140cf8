import { FINISHED_STATUSES } from '../service/types';

const known = JSON.stringify(FINISHED_STATUSES);

/** What n8n shows below the node's name; events that only an expression tells may be unknown there. */
export const subtitle = `={{ "On run " + (${known}.filter((event) => [].concat($parameter.events).includes(event)).join(" or ") || "finished") }}`;
