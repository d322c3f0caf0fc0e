import { installedAgents } from '../setup/installed.ts';
import { launchFor } from '../setup/launch.ts';
import { placesOf } from '../setup/setup.ts';
import { whyNoAnswer } from '../setup/try-launch.ts';
import type { Check, LookedAt } from './health.ts';

/** The agents of this machine: whether they know knap, and whether what they would start answers. */
export const agents: Check = async (call) => {
  const places = placesOf(call);
  const { agents: found } = installedAgents(places);
  if (found.length === 0) return [{ state: 'well', says: 'none was found in your home; name yours: knap setup AGENT' }];
  const why = found.some(({ knows }) => knows.length > 0)
    ? await whyNoAnswer(launchFor('user'), { cwd: call.root, env: { ...places.env } })
    : null;
  return found.map(({ client, title, knows, gone, old }): LookedAt => {
    if (gone !== null)
      return {
        state: 'wrong',
        says: `${title} would start ${gone}, which is not there`,
        mend: `knap setup ${client} --write`,
      };
    if (knows.length === 0)
      return { state: 'poor', says: `${title} does not know knap`, mend: `knap setup ${client} --write` };
    if (old !== null)
      return {
        state: 'poor',
        says: `${title} has an entry of an older knap, which ${old}`,
        mend: `knap setup ${client} --write`,
      };
    if (why === null) return { state: 'well', says: `${title} knows knap (${knows.join(', ')})` };
    return { state: 'wrong', says: `${title} knows knap, which does not answer: ${why}`, mend: 'install knap again' };
  });
};
