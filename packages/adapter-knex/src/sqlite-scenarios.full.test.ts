import test from 'ava';
import { freshFile } from './fresh.test.support.js';
import { playScenarios } from './testing/play-scenarios.js';

playScenarios(test, 'SQLite', freshFile);
