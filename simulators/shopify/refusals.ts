// What the platform says of a query that does not fit its schema: in its own words, each with a code.
import type { GraphQLError } from 'graphql';

interface Told {
  message: string;
  code: string;
  [name: string]: unknown;
}

const WORDS: [RegExp, (found: string[]) => Told][] = [
  [
    /^Cannot query field "(.+?)" on type "(.+?)"/,
    ([, field, type]) => ({
      message: `Field '${field}' doesn't exist on type '${type}'`,
      code: 'undefinedField',
      typeName: type,
      fieldName: field,
    }),
  ],
  [
    /^Unknown argument "(.+?)" on field "(?:(.+?)\.)?(.+?)"/,
    ([, argument, , field]) => ({
      message: `Field '${field}' doesn't accept argument '${argument}'`,
      code: 'argumentNotAccepted',
      name: field,
      typeName: 'Field',
      argumentName: argument,
    }),
  ],
  [
    /^(?:Argument|Field) "(.+?)" (?:of|argument) .*required/,
    ([whole]) => ({ message: whole!, code: 'missingRequiredArguments' }),
  ],
  [
    /^Field "(.+?)" argument "(.+?)" of type "(.+?)" is required/,
    ([, field, argument]) => ({
      message: `Field '${field}' is missing required arguments: ${argument}`,
      code: 'missingRequiredArguments',
      className: 'Field',
      name: field,
      arguments: argument,
    }),
  ],
  [
    /^Field "(.+?)" of type "(.+?)" must have a selection of subfields/,
    ([, field, type]) => ({
      message: `Field must have selections (field '${field}' returns ${type} but has no selections. Did you mean '${field} { ... }'?)`,
      code: 'selectionMismatch',
      nodeName: `field '${field}'`,
      typeName: type,
    }),
  ],
  [
    /^Variable "\$(.+?)" is not defined/,
    ([, name]) => ({
      message: `Variable $${name} is used by anonymous query but not declared`,
      code: 'variableNotDefined',
      variableName: name,
    }),
  ],
  [
    /^Variable "\$(.+?)" is never used/,
    ([, name]) => ({
      message: `Variable $${name} is declared by anonymous query but not used`,
      code: 'variableNotUsed',
      variableName: name,
    }),
  ],
  [
    /^Variable "\$(.+?)" of type "(.+?)" used in position expecting type "(.+?)"/,
    ([, name, type, wanted]) => ({
      message: `Type mismatch on variable $${name} and argument (${type} / ${wanted})`,
      code: 'variableMismatch',
      variableName: name,
      typeName: type,
    }),
  ],
  [
    /^Syntax Error: /,
    ([whole]) => ({ message: whole!.replace('Syntax Error', 'Parse error'), code: 'PARSE_ERROR' }),
  ],
];

/** An error of the query's text. */
export function inItsWords(error: GraphQLError): object {
  const locations = error.locations?.map(({ line, column }) => ({ line, column }));
  for (const [pattern, words] of WORDS) {
    const found = pattern.exec(error.message);
    if (!found) continue;
    const { message, ...extensions } = words([...found] as string[]);
    return { message, locations, path: ['query'], extensions };
  }
  return {
    message: error.message,
    locations,
    path: ['query'],
    extensions: { code: 'argumentLiteralsIncompatible' },
  };
}

/** A variable that is missing, or holds what its type does not take. */
export function ofVariables(error: GraphQLError): object {
  const name = /"?\$(\w+)/.exec(error.message)?.[1];
  return {
    message: `Variable $${name ?? ''} was provided invalid value: ${error.message}`,
    locations: error.locations?.map(({ line, column }) => ({ line, column })),
    extensions: { code: 'INVALID_VARIABLE', problems: [{ path: [], explanation: error.message }] },
  };
}
