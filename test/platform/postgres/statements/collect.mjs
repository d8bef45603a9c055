/**
 * Prints every call of `run` in a store as JSON: its place, the properties of its row type, and the
 * source of a function that makes its name and statement. Values of parameters do not matter to a
 * prepared statement, so local names are given sample values of their types.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { SyntaxKind } from 'typescript/unstable/ast';
import { API, SignatureKind, SymbolFlags, TypeFlags } from 'typescript/unstable/sync';

const root = path.resolve(import.meta.dirname ?? '.', '../../../..');
const folder = path.join(root, 'src');
const api = new API({ cwd: root });
const [project] = api
  .updateSnapshot({ openProject: path.join(root, 'tsconfig.json') })
  .getProjects();
const { checker, program } = project;

/** Samples of unions and booleans: each variant takes other members. */
const VARIANTS = 4;
const DEPTH_MAX = 5;

function walk(node, visit) {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

const textOf = (node) => node.getSourceFile().text.slice(node.getStart(), node.end);
const lineOf = (node) => node.getSourceFile().text.slice(0, node.getStart()).split('\n').length;

const isNothing = (type) =>
  (type.flags & (TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Void)) !== 0;
const membersOf = (type) => (type.isUnionType() ? type.getTypes() : [type]);

function classOf(generic) {
  const type = checker.getBaseConstraintOfType(generic) ?? generic;
  if (type.isUnionType()) return classOf(type.getTypes()[0]);
  if (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) return 'any';
  if (type.flags & TypeFlags.StringLike) return 'string';
  if (type.flags & TypeFlags.NumberLike) return 'number';
  if (type.flags & TypeFlags.BooleanLike) return 'boolean';
  if (checker.isArrayLikeType(type)) return 'array';
  const name = type.getSymbol()?.name;
  if (name === 'Date') return 'Date';
  if (name === 'Buffer') return 'Buffer';
  return 'object';
}

/** Of each member of a union; those that not every member has are optional. */
function propertiesOf(type) {
  const properties = new Map();
  const kinds = membersOf(type).map((member) => checker.getPropertiesOfType(member));
  for (const symbol of kinds.flat()) {
    const values = membersOf(checker.getTypeOfSymbol(symbol));
    const { classes = [] } = properties.get(symbol.name) ?? {};
    const own = values.filter((one) => !isNothing(one)).map(classOf);
    properties.set(symbol.name, {
      name: symbol.name,
      classes: [...new Set([...classes, ...own])],
      isOptional:
        (symbol.flags & SymbolFlags.Optional) !== 0 ||
        kinds.some((each) => each.every(({ name }) => name !== symbol.name)),
    });
  }
  return [...properties.values()];
}

/** The source of a value of the type. */
function sampleOf(generic, variant, depth = 0) {
  const type = checker.getBaseConstraintOfType(generic) ?? generic;
  if (type.isIntersectionType()) {
    const plain = type.getTypes().find((one) => one.isTypeParameter() || !one.isObjectType());
    if (plain !== undefined) return sampleOf(plain, variant, depth);
  }
  if (type.isUnionType()) {
    const all = type.getTypes();
    const members = variant % 2 === 0 ? all.filter((one) => !isNothing(one)) : all;
    return sampleOf(members[(variant >> 1) % members.length] ?? all[0], variant, depth);
  }
  if (isNothing(type)) return type.flags & TypeFlags.Null ? 'null' : 'undefined';
  if (type.isLiteralType()) return JSON.stringify(type.value);
  if (type.flags & TypeFlags.StringLike) return "'x'";
  if (type.flags & TypeFlags.NumberLike) return '1';
  if (type.flags & TypeFlags.BooleanLike) return String(variant % 2 === 0);
  if (depth > DEPTH_MAX) return 'null';
  if (checker.isArrayLikeType(type)) {
    const [element] = type.isTypeReference() ? checker.getTypeArguments(type) : [];
    return element === undefined ? '[]' : `[${sampleOf(element, variant, depth + 1)}]`;
  }
  const name = type.getSymbol()?.name;
  if (name === 'Date') return 'new Date(0)';
  if (name === 'Buffer') return 'Buffer.alloc(1)';
  if (name === 'Map' || name === 'ReadonlyMap') return 'new Map()';
  if (name === 'Set' || name === 'ReadonlySet') return 'new Set()';
  if (name === 'Sql') return 'sampleFragment';
  if (name === 'Knex' || name === 'Pipeline') return 'null';
  const [signature] = checker.getSignaturesOfType(type, SignatureKind.Call);
  if (signature !== undefined) {
    return `(() => (${sampleOf(checker.getReturnTypeOfSignature(signature), variant, depth + 1)}))`;
  }
  const properties = checker.getPropertiesOfType(type).flatMap((one) => {
    const value = sampleOf(checker.getTypeOfSymbol(one), variant, depth + 1);
    return value === 'undefined' ? [] : [`${JSON.stringify(one.name)}: ${value}`];
  });
  return `{ ${properties.join(', ')} }`;
}

const isPropertyName = (node) =>
  (node.parent.kind === SyntaxKind.PropertyAccessExpression && node.parent.name === node) ||
  (node.parent.kind === SyntaxKind.PropertyAssignment && node.parent.name === node);

const functions = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
]);

function enclosing(node) {
  let at = node.parent;
  while (at !== undefined && !functions.has(at.kind)) at = at.parent;
  return at;
}

/** The declarations in functions that the node refers to outside of itself. */
function localsOf(node) {
  const locals = new Map();
  walk(node, (each) => {
    if (each.kind !== SyntaxKind.Identifier || isPropertyName(each)) return;
    const symbol =
      each.parent.kind === SyntaxKind.ShorthandPropertyAssignment
        ? checker.getShorthandAssignmentValueSymbol(each.parent)
        : checker.getSymbolAtLocation(each);
    const handle = symbol?.valueDeclaration;
    if (handle === undefined) return;
    const declaration = handle.resolve(project);
    if (declaration?.getSourceFile().fileName !== node.getSourceFile().fileName) return;
    if (declaration.getStart() >= node.getStart() && declaration.end <= node.end) return;
    if (declaration.kind === SyntaxKind.TypeParameter) return;
    if (enclosing(declaration) === undefined) return;
    locals.set(each.text, { declaration, use: each });
  });
  return locals;
}

function hasAwait(node) {
  let found = false;
  walk(node, (each) => {
    found ||= each.kind === SyntaxKind.AwaitExpression;
  });
  return found;
}

/** The variable that a local name is declared with, and the source of its value. */
function valueOf(name, variant) {
  let variable = name;
  while (variable.kind === SyntaxKind.BindingElement) variable = variable.parent.parent;
  if (variable.kind !== SyntaxKind.VariableDeclaration) return undefined;
  const loop = variable.parent.parent;
  if (loop.kind === SyntaxKind.ForOfStatement) {
    const otherwise = sampleOf(checker.getTypeAtLocation(variable.name), variant);
    const value = `elementOf(${textOf(loop.expression)}, ${variant}) ?? ${otherwise}`;
    return { variable, source: loop.expression, value };
  }
  const { initializer } = variable;
  if (initializer === undefined || hasAwait(initializer)) return undefined;
  return { variable, source: initializer, value: textOf(initializer) };
}

/** Statements that declare the local names of the node. */
function declareLocals(node, variant, declared) {
  const lines = [];
  for (const [name, { declaration, use }] of localsOf(node)) {
    const computed = valueOf(declaration, variant);
    const key = computed === undefined ? name : textOf(computed.variable.name);
    if (declared.has(key)) continue;
    declared.add(key);
    if (computed !== undefined) {
      lines.push(...declareLocals(computed.source, variant, declared));
      lines.push(`const ${key} = ${computed.value};`);
    } else if (declaration.kind === SyntaxKind.FunctionDeclaration) {
      lines.push(...declareLocals(declaration, variant, declared), textOf(declaration));
    } else {
      lines.push(`const ${name} = ${sampleOf(checker.getTypeAtLocation(use), variant)};`);
    }
  }
  return lines;
}

const makersOf = (name, statement) =>
  Array.from({ length: VARIANTS }, (_, variant) => {
    const declared = new Set();
    const lines = [name, statement].flatMap((node) => declareLocals(node, variant, declared));
    return `() => { ${lines.join('\n')} return [${textOf(name)}, ${textOf(statement)}]; }`;
  });

const isGeneric = (type) => type.isTypeParameter() || (type.flags & TypeFlags.Instantiable) !== 0;

const calls = [];

function addCall(call, name, statement, rowNode) {
  const type = rowNode && checker.getTypeFromTypeNode(rowNode);
  calls.push({
    file: path.relative(root, call.getSourceFile().fileName),
    line: lineOf(call),
    row: rowNode === undefined ? null : textOf(rowNode),
    properties: type === undefined || isGeneric(type) ? null : propertiesOf(type),
    isExact: call.arguments.length > 3,
    makers: makersOf(name, statement),
  });
}

/** The parameter that an argument passes on; undefined for any other argument. */
function passedParameter(node) {
  if (node?.kind !== SyntaxKind.Identifier) return undefined;
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration?.resolve(project);
  return declaration?.kind === SyntaxKind.Parameter ? declaration : undefined;
}

const files = readdirSync(folder, { recursive: true })
  .filter((file) => /(^|\/)(store|postgres)(\/.*)?\.ts$/.test(file))
  .map((file) => program.getSourceFile(path.join(folder, file)));

function callsOf(name, visit) {
  for (const file of files) {
    walk(file, (node) => {
      if (node.kind !== SyntaxKind.CallExpression) return;
      if (node.expression.kind === SyntaxKind.Identifier && node.expression.text === name)
        visit(node);
    });
  }
}

/** Adds the calls of a function that passes its own parameters to `run`. */
function addCallsOfWrapper(run, parameter) {
  const owner = parameter.parent;
  const places = owner.parameters.map((one) => one.name.text);
  const [, name, statement] = run.arguments;
  const row = run.typeArguments?.[0];
  const rowPlace = owner.typeParameters?.findIndex((one) => one.name.text === textOf(row)) ?? -1;
  callsOf((owner.name ?? owner.parent.name).text, (call) => {
    if (call.getSourceFile().fileName !== run.getSourceFile().fileName) return;
    const passed = (node) => call.arguments[places.indexOf(textOf(node))] ?? node;
    addCall(
      call,
      passed(name),
      passed(statement),
      rowPlace < 0 ? row : call.typeArguments?.[rowPlace],
    );
  });
}

callsOf('run', (call) => {
  const [, name, statement] = call.arguments;
  const parameter = passedParameter(statement);
  if (parameter === undefined) addCall(call, name, statement, call.typeArguments?.[0]);
  else addCallsOfWrapper(call, parameter);
});

function addMade(call, rowNode, maker) {
  calls.push({
    file: path.relative(root, call.getSourceFile().fileName),
    line: lineOf(call),
    row: textOf(rowNode),
    properties: propertiesOf(checker.getTypeFromTypeNode(rowNode)),
    makers: [maker],
  });
}

// A list writes its statement around a selection.
for (const list of ['listOfOrders', 'listByDisplayStatus']) {
  callsOf(list, (call) => {
    const { properties = [] } = call.arguments.at(-1);
    const selection = properties.find((one) => one.name?.text === 'selection');
    if (selection === undefined) return;
    const source = textOf(selection.initializer ?? selection.name);
    addMade(call, call.typeArguments[0], `() => ['list of orders', listStatement(${source})]`);
  });
}

// The rows of a creation are a parameter.
let messageRow;
callsOf('run', (call) => {
  if (textOf(call.arguments[1]) === 'creation.name') [messageRow] = call.typeArguments;
});
callsOf('createOrders', (call) => {
  const [, creation] = call.arguments;
  const locals = declareLocals(creation, 0, new Set()).join('\n');
  const source = textOf(creation);
  addMade(
    call,
    messageRow,
    `() => { ${locals} return [${source}.name, ${source}.statement([])]; }`,
  );
});

process.stdout.write(JSON.stringify(calls));
api.close();
